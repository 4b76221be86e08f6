//- args:"--m=384 --n=-5 --verbose --name=wide"
#include <cute/tensor.hpp>
#include <cstring>
#include <cutlass/util/command_line.h>
using namespace cute;

// CUTLASS's examples read their options with this; what is not given keeps its default.
struct Options {
  bool help = false;
  bool verbose = false;
  int m, n = 5, k = 64, l;
  int iterations = 10;

  void parse(int argc, ch
    cutlass::CommandLine cmd(argc, args);
    Options defaults;
    if (cmd.check_cmd_line_flag("help")) {
      help = true;
      return;
    }
    cmd.get_cmd_line_argument("m", m, 2048);
    cmd.get_cmd_line_argument("n", n);
    cmd.get_cmd_line_argument("k", k, 128);
    cmd.get_cmd_line_argument("l", l, 3);
    cmd.get_cmd_line_argument("iterations", iterations, defaults.iterations);
    verbose = cmd.check_cmd_line_flag("verbose");
  }
};

int main(int argc, char const** args) {
  Options options;
  options.parse(argc, args);
  auto problem = make_shape(options.m, options.n, options.k, options.l);
  //   ^^^^^^^ (384,-5,128,3)
  auto rest = make_shape(options.iterations, int(options.verbose), int(options.help));
  //   ^^^^ (10,1,0)
}
