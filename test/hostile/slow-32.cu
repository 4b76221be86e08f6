// A class whose members are `auto` makes objects of itself.
  auto f = overloaded{[&](char) { k *= 2; } f(1);
struct overloaded : F... {
  Derived derived{lambda};
  auto written = make_layout(make_shape(k, _2{}));
  auto counter = overloaded{[n = 2147483648](int i) mutable { n += i; return n; }};
  auto copy = counter;
}