use cutile::prelude::*;

#[cutile::entry()]
fn k(y: &mut Tensor<f32, { [16, 64] }>, x: &Tensor<f32, { [-1, -1] }>) {
    y.st\u0041re(load_tile_like(x, y));
}
�
fn host() -> Result<(), Error> {
    let x = api::ones::<f‮2>(&[32, 64]).sync()?;
    k(api::zeros::<f32>(&[64, 64]).partition([65536, 64]), &x).sync()?;
    Ok(())
}
