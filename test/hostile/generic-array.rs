// Generic parameters of billions of elements, bound by nothing.
use cutile::prelude::*;

#[cutile::entry()]
fn k<const S: [i32; 2147483647], const T: [i32; 4294967296]>(z: &mut Tensor<f32, S>) {
    let t: Tile<f32, S> = constant(0.0f32, const_shape![1, 1]);
}

fn host() -> Result<(), Error> {
    k(api::zeros::<f32>(&[256, 256]).partition([64, 64])).sync()?;
    Ok(())
}
