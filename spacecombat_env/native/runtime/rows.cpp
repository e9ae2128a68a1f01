// Rows of observations as floats (env/vector/convert.py).
#include "runtime.hpp"

extern "C" PY_EXPORTED void spacecombat_scale_rows(const py::Span2<const int8_t>* compact,
                                                   const py::Span<const float>* scales,
                                                   const py::Span<const int64_t>* rows,
                                                   const py::Span2<float>* out) {
  const int64_t columns = scales->length;
  const float* factor = scales->data;
  for (int64_t at = 0; at < rows->length; ++at) {
    const int8_t* from = compact->data + (*rows)[at] * compact->columns;
    float* to = out->data + at * out->columns;
    for (int64_t column = 0; column < columns; ++column) {
      to[column] = static_cast<float>(from[column]) * factor[column];
    }
  }
}
