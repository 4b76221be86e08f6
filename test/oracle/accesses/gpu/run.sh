#!/bin/bash
# Compiles and runs the kernels of this folder on this machine's GPU and writes what their threads access into
# $OUT/accesses.gz. Needs nvcc, g++ and Compute Sanitizer's headers and library.
#   OUT=FOLDER [CUDA=FOLDER] [JOBS=N] [SECONDS_LEFT=N] bash run.sh
here=$(cd "$(dirname "$0")" && pwd)
cuda=${CUDA:-/usr/local/cuda}
jobs=${JOBS:-$(nproc)}
limit=${SECONDS_LEFT:-200}
begin=$(date +%s)
left() { echo $((begin + limit - $(date +%s) > 1 ? begin + limit - $(date +%s) : 1)); }
work=$(mktemp -d)
export here cuda work
mkdir -p "$OUT" "$work/cubins" "$work/said"
exec 2> >(tee "$OUT/run.log" >&2)
cd "$work" || exit 1
tar xJf "$here/headers.tar.xz"
sanitizer=$cuda/compute-sanitizer
nvcc=$cuda/bin/nvcc
[ -x "$nvcc" ] || nvcc=nvcc
export nvcc
includes=(-I"$cuda/include" -I"$sanitizer/include" -I"$here")
library=$(find -L "$sanitizer" "$cuda" -name 'libsanitizer-public.so*' 2>/dev/null | head -1)
echo "library: $library" >&2
where=$(dirname "$library")
$nvcc --fatbin --compile-as-tools-patch -gencode arch=compute_90,code=sm_90 "${includes[@]}" -c "$here/patches.cu" \
  -o patches.fatbin || $nvcc --cubin --compile-as-tools-patch -arch=sm_90 "${includes[@]}" "$here/patches.cu" -o patches.fatbin
g++ -std=c++17 -O1 -fPIC -shared "${includes[@]}" "$here/recorder.cpp" -o librecorder.so -L"$where" -lsanitizer-public \
  -Wl,-rpath,"$where"
for driver in -lcuda -l:libcuda.so.1; do
  [ -f player ] || g++ -std=c++17 -O2 "${includes[@]}" "$here/player.cpp" -o player -L. -lrecorder -Wl,-rpath,"$work" \
    -Wl,--allow-shlib-undefined -L"$cuda/lib64/stubs" -L"$cuda/targets/x86_64-linux/lib/stubs" "$driver"
done
ls -la "$work" >&2
export RECORDER_LIBRARY=$work/librecorder.so RECORDER_PATCHES=$work/patches.fatbin CUDA_MODULE_LOADING=EAGER

# Without optimisation each access of the source is an access of the PTX code, and as volatile ones the assembler keeps
# them.
build() {
  local stem=$work/cubins/$1
  "$nvcc" -std=c++17 -w -ptx -arch=sm_90 --expt-relaxed-constexpr -Xcicc -O0 -I"$work/include" "$here/units/$1.cu" \
    -o "$stem.ptx" 2>&1 | head -c 3000 >&2
  sed -E 's/^([[:space:]]*(@!?%p[0-9]+[[:space:]]+)?(ld|st))\.(((global|shared|local)\.)?(v[24]\.)?[bufs][0-9]+)/\1.volatile.\4/' \
    "$stem.ptx" >"$stem.volatile.ptx"
  "$nvcc" -cubin -arch=sm_90 -Xptxas -O0 "$stem.volatile.ptx" -o "$stem.cubin" 2>&1 | head -c 3000 >&2
  rm -f "$stem.ptx" "$stem.volatile.ptx"
}
play() { RECORDER_WAY=$2 ./player "$here/launches.txt" "cubins/$1.cubin" "$1"; }
export -f build play
units=$(cd "$here/units" && ls -- *.cu | sed 's/\.cu$//')

# How the recorder comes into the process, see player.cpp: the first way that records something is the way.
first=$(echo "$units" | head -1)
build "$first"
way=
for one in direct preload injection off; do
  RECORDER_SHOWS=1 timeout -s KILL 35 bash -c "play $first $one" >"said/$one" 2>"said/$one.err"
  lines=$(grep -acE '^[0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+ [01] ' "said/$one")
  echo "way $one: $lines lines; status lines: $(grep -ac $'\x06''0' "said/$one") good, $(grep -a $'\x06' "said/$one" | grep -avc $'\x06''0') bad" >&2
  grep -a $'\x06' "said/$one" | grep -av $'\x06''0' | sort | uniq -c | head -5 >&2
  head -c 1500 "said/$one.err" >&2
  [ "$lines" -gt 0 ] && [ -z "$way" ] && way=$one
  [ -n "$way" ] && [ -z "$ALL_WAYS" ] && break
done
rm -f said/*
export way
echo "way: ${way:-none} after $(($(date +%s) - begin)) s" >&2
one() {
  [ -f "cubins/$1.cubin" ] || build "$1"
  [ -f "cubins/$1.cubin" ] && timeout -s KILL 120 bash -c "play $1 $way" >"said/$1.part" 2>"said/$1.err"
  [ -f "said/$1.part" ] && mv "said/$1.part" "said/$1"
}
export -f one
timeout "$(left)" xargs -P "$jobs" -I{} bash -c 'one {}' <<<"$units"
echo "units done: $(ls said | grep -cvE 'part|err') of $(echo "$units" | wc -l) after $(($(date +%s) - begin)) s" >&2
cat said/*.err 2>/dev/null | sort | uniq -c | sort -rn | head -20 >&2
{
  cat "$here/about.txt"
  nvidia-smi --query-gpu=name --format=csv,noheader | head -1
  $nvcc --version | tail -2 | head -1
  for unit in $units; do [ -f "said/$unit" ] && cat "said/$unit"; done
} | gzip -9 >"$OUT/accesses.gz"
ls -la "$OUT" >&2
rm -rf "$work"
