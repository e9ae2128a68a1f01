// Scenarios of include/spacecombat.h: files are checked and opened. api_games.cpp and
// api_batches.cpp have the rest.
#include "api.hpp"

using namespace spacecombat;

extern const Unit* const spacecombat_units[];  // written by native.units; a null ends it

namespace {

constexpr char MAGIC[8] = {'S', 'P', 'C', 'O', 'M', 'B', 'A', 'T'};
constexpr uint32_t FILE_VERSION = 1;

// The beginning of a scenario file (native/scenario_file.py). The checksum covers all else.
struct Header {
  char magic[8];
  uint32_t version, header_size;
  char ruleset[32], capacity[16], name[64];
  uint8_t digest[32];
  uint64_t layout;
  int64_t rules_size, state_size, actions, observation, about_size;
  uint8_t spare[16];
  uint8_t checksum[32];
};
static_assert(sizeof(Header) == 256);

template <size_t N>
void copy_text(char (&target)[N], const char* source, size_t size) {
  size_t length = size < N - 1 ? size : N - 1;
  std::memcpy(target, source, length);
  target[length] = 0;
}

const Unit* find_unit(const Header& header) {
  for (auto* place = spacecombat_units; *place; ++place) {
    const Unit& unit = **place;
    if (!std::strcmp(unit.ruleset, header.ruleset) && !std::strcmp(unit.capacity, header.capacity))
      return &unit;
  }
  return nullptr;
}

bool has_right_checksum(const Header& header, const char* body, int64_t size) {
  Sha256 sum;
  uint8_t found[32];
  sum.add(&header, offsetof(Header, checksum));
  sum.add(body, size);
  sum.finish(found);
  return !std::memcmp(found, header.checksum, sizeof found);
}

// Whether the parts that the header names fill the rest of the file.
bool has_right_size(const Header& header, int64_t size) {
  int64_t parts[] = {header.rules_size, header.state_size, header.observation * 4,
                     header.about_size};
  if (header.observation < 0 || header.observation > size) return false;
  int64_t total = 0;
  for (int64_t part : parts) {
    if (part < 0 || part > size) return false;
    total += part;
  }
  return total == size;
}

int32_t check_header(Header& header, const char* body, int64_t size) {
  if (std::memcmp(header.magic, MAGIC, sizeof MAGIC)) return SPACECOMBAT_FILE;
  if (header.version != FILE_VERSION) return SPACECOMBAT_VERSION;
  if (header.header_size != sizeof header || !has_right_size(header, size)) return SPACECOMBAT_FILE;
  if (!has_right_checksum(header, body, size)) return SPACECOMBAT_FILE;
  header.ruleset[31] = header.capacity[15] = header.name[63] = 0;
  const Unit* unit = find_unit(header);
  if (!unit || unit->layout != header.layout || unit->state_size != header.state_size ||
      unit->rules_size != header.rules_size)
    return SPACECOMBAT_RULES;
  return SPACECOMBAT_OK;
}

void fill_info(spacecombat_info& info, const Header& header) {
  copy_text(info.ruleset, header.ruleset, std::strlen(header.ruleset));
  copy_text(info.capacity, header.capacity, std::strlen(header.capacity));
  copy_text(info.name, header.name, std::strlen(header.name));
  write_hex(header.digest, info.digest);
  info.actions = static_cast<int32_t>(header.actions);
  info.observation = static_cast<int32_t>(header.observation);
  info.state = static_cast<int32_t>(header.state_size);
  info.saved = static_cast<int32_t>(header.state_size + TALLY * sizeof(int32_t) + 32);
}

// Copy the parts of a file; false if there is no memory.
bool copy_parts(spacecombat_scenario& scenario, const Header& header, const char* body) {
  scenario.rules = allocated<char>(header.rules_size);
  scenario.opening = allocated<char>(header.state_size);
  scenario.scales = allocated<float>(header.observation);
  scenario.about = allocated<char>(header.about_size + 1);
  if (!scenario.rules || !scenario.opening || !scenario.scales || !scenario.about) return false;
  std::memcpy(scenario.rules, body, header.rules_size);
  body += header.rules_size;
  std::memcpy(scenario.opening, body, header.state_size);
  body += header.state_size;
  std::memcpy(scenario.scales, body, header.observation * sizeof(float));
  body += header.observation * sizeof(float);
  std::memcpy(scenario.about, body, header.about_size);
  scenario.about_size = header.about_size;
  return true;
}

}  // namespace

const char* spacecombat_message(int32_t code) {
  switch (code) {
    case SPACECOMBAT_OK: return "done";
    case SPACECOMBAT_NULL: return "a pointer is null";
    case SPACECOMBAT_FILE: return "not a scenario file, or a damaged one";
    case SPACECOMBAT_VERSION: return "a scenario file of another version of its format";
    case SPACECOMBAT_RULES: return "the library has no such rules, or other records";
    case SPACECOMBAT_SIZE: return "a buffer of the wrong length";
    case SPACECOMBAT_SEAT: return "a seat other than 0 and 1";
    case SPACECOMBAT_ILLEGAL: return "not a legal action";
    case SPACECOMBAT_OVER: return "the game is over";
    case SPACECOMBAT_SAVED: return "not a saved game of this scenario, or a damaged one";
    case SPACECOMBAT_OTHER: return "the two games belong to different scenarios";
    case SPACECOMBAT_MEMORY: return "no memory left";
    default: return "no code of this library";
  }
}

int32_t spacecombat_open(const void* data, int64_t size, spacecombat_scenario** scenario) {
  if (!data || !scenario) return SPACECOMBAT_NULL;
  Header header;
  if (size < static_cast<int64_t>(sizeof header)) return SPACECOMBAT_FILE;
  std::memcpy(&header, data, sizeof header);
  auto* body = static_cast<const char*>(data) + sizeof header;
  int32_t code = check_header(header, body, size - sizeof header);
  if (code != SPACECOMBAT_OK) return code;
  auto* made = allocated<spacecombat_scenario>(1);
  if (!made) return SPACECOMBAT_MEMORY;
  made->uses = 1;
  made->unit = find_unit(header);
  fill_info(made->info, header);
  code = copy_parts(*made, header, body) ? SPACECOMBAT_OK : SPACECOMBAT_MEMORY;
  if (code == SPACECOMBAT_OK && made->unit->action_count(made->opening) != header.actions)
    code = SPACECOMBAT_RULES;
  if (code != SPACECOMBAT_OK) {
    release(made);
    return code;
  }
  *scenario = made;
  return SPACECOMBAT_OK;
}

void spacecombat_close(spacecombat_scenario* scenario) {
  if (scenario) release(scenario);
}

int32_t spacecombat_describe(const spacecombat_scenario* scenario, spacecombat_info* info) {
  if (!scenario || !info) return SPACECOMBAT_NULL;
  *info = scenario->info;
  return SPACECOMBAT_OK;
}

const char* spacecombat_about(const spacecombat_scenario* scenario, int64_t* size) {
  if (!scenario) return nullptr;
  if (size) *size = scenario->about_size;
  return scenario->about;
}

const float* spacecombat_scales(const spacecombat_scenario* scenario) {
  return scenario ? scenario->scales : nullptr;
}

void spacecombat::release(spacecombat_scenario* scenario) {
  if (__atomic_sub_fetch(&scenario->uses, 1, __ATOMIC_ACQ_REL) > 0) return;
  std::free(scenario->rules);
  std::free(scenario->opening);
  std::free(scenario->scales);
  std::free(scenario->about);
  std::free(scenario);
}
