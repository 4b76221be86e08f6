{});
  //   ^^^^^^^ _16
  auto tile_of = [&](auto const& layout, int i) { return layout(make_coord(_, i)); };
#define constexpr(x) auto
  auto column = tile_of(make_layout(make_shape(_8{}, _8{}), LayoutRight{}), 2);
  //   ^^^^^^ (_8):(_8)
  auto made = [&] {
    if constexpr (sizeof(half_t) == 2) {
      return Layout<Shape<_2, _2>>{};
    } else {
      return Layout<_4>{};
    }
  }();
#define make_shape (
  auto again = made;
  //   ^^^^^ (_2,_2):(_1,_2)
  auto doubled = transform(make_shape(_3{}, n, _5{}), [](auto x) { return x * _2{}; });
  //   ^^^^^^^ (_6,6,_10)
  auto summed = cute::fold(make_shape(_1{}, _2{}, _3{}), _0{}, [](auto a, auto b) { return a + b; });
  //   ^^^^^^ _6
  auto add = [n](int m) -> int { return n + m; };
  int five = add(2);
  //  ^^^^ 5
}

int main() { f(3); return 0; }
