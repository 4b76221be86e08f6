"""Times one Python layout engine on one case of cases.json. Usage: peer.py pycute|tensor_layouts PATH CASES.json CASE
Prints {operation: {"s": seconds per call, "out": JSON text}}. What an engine refuses is left out."""
import importlib.metadata
import json
import statistics
import sys
import time

kind, path, cases_file, case_id = sys.argv[1:5]
sys.path.insert(0, path)
if kind == "pycute":
    from pycute import Layout, complement, composition, logical_divide, zipped_divide

    size_of = lambda layout: layout.size()
else:
    version = importlib.metadata.version
    importlib.metadata.version = lambda name: "checkout" if name == "tensor-layouts" else version(name)
    from tensor_layouts import Layout, complement, logical_divide, size as size_of, zipped_divide
    from tensor_layouts import compose as composition


def as_tuple(x):
    return tuple(as_tuple(i) for i in x) if isinstance(x, list) else x


def layout(d):
    return Layout(as_tuple(d["shape"]), as_tuple(d["stride"]))


def seconds(work, least=0.04, samples=3):
    calls = 1
    while True:
        start = time.perf_counter()
        for _ in range(calls):
            work()
        elapsed = time.perf_counter() - start
        if elapsed > least:
            break
        calls = max(calls * 2, int(calls * least / max(elapsed, 1e-7)))
    times = []
    for _ in range(samples):
        start = time.perf_counter()
        for _ in range(calls):
            work()
        times.append((time.perf_counter() - start) / calls)
    return statistics.median(times)


data = json.load(open(cases_file))
case = next(case for case in data["cases"] if case["id"] == case_id)
A, B, T, C = (layout(case[name]) for name in "ABTC")
Z = tuple(layout(t) if isinstance(t, dict) else t for t in case["Z"])
Z = Z if isinstance(A.shape, tuple) else Z[0]
index = [i % size_of(A) for i in range(data["n"])]
work = {
    "crd2idx16k": lambda: sum(A(i) for i in index),
    "composition": lambda: composition(A, B),
    "complement": lambda: complement(C, case["bound"]),
    "logical_divide": lambda: logical_divide(A, T),
    "zipped_divide": lambda: zipped_divide(A, Z),
}
row = {}
for name, f in work.items():
    try:
        out = f()
        text = str(out) if name == "crd2idx16k" else json.dumps([out.shape, out.stride], separators=(",", ":"))
        row[name] = {"s": seconds(f), "out": text}
    except Exception:  # What an engine cannot do is not timed.
        pass
json.dump(row, sys.stdout)
