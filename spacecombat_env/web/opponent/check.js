#!/usr/bin/env node
// Opens opponent files in Node, which plays their golden vectors, and prints as JSON how well:
//
//     node check.js FILE.opp                    by the plain steps in the file
//     node check.js FILE.opp onnxruntime-node   by its ONNX policies; npm install onnxruntime-node
//
// How far the answers of each policy lie from the golden ones, and how many golden actions of each
// level were compared, all of them equal; exit status 1, and a line, where something is wrong.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

import { Opponent } from "./opponent.js";

const [path, runtime] = process.argv.slice(2);
const here = createRequire(join(process.cwd(), "package.json"));
try {
  const how = { name: basename(path), runtime: runtime ? here(runtime) : null };
  const { name, checked } = await Opponent.open(await readFile(path), how);
  console.log(JSON.stringify({ name, ...checked }, null, 1));
} catch (cause) {
  console.error(cause.message);
  process.exitCode = 1;
}
