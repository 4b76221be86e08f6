// Members that hold the object of the level below twice.
  counter f = overloaded{[&](char) { k *= 2; } f(1);
struct overloaded : F... {
  Derived derived{lambda};
  counter written = make_layout(make_shape(k, _2{}));
  counter counter = overloaded{[n = 2147483648](int i) mutable { n += i; return n; }};
  counter copy = counter;
}