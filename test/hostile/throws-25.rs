// Grids that are written: one that differs, one that is free, one that is missing.
//- block:0,0,0
use cutile::prelude::*;
type R = Result<(), cutile::error::Error>;
#[cutile::entry()]
fn t5a<const S: [i32; 20x]>(z: &mut Tensor<f32, S>) {
//                        ^ Tensor<f32, [64, 64]> | block (0, 0, 0) of the grid (7, 4, 1) owns [0:64, 0:7] of [256, 256], from element 0
    z.store(l                  ^ Tensor<f32, [64, 64]> | block (0, 0, 0) of the grid (7, 4, 1) owns [0:64, 0:7] of [256, 256], from element 0
    z.store(load_tile_mut(z));
}
#[cutile::e[64, 64]> | block (0, 0, 0) of the grid (7, 4, 1) owns [0:64, 0:7] of [256, 256], from element 0
    z.store(load_tile_mut(z));
}
#[cutile::entry()]
fn t5b() {
    let p: (i32, i32, i3232) = get_tile_block_id();
    cuda_tile_print!("{}\n", p.0);
}
fn h5() -> R {
    t5a(api::zeros::<f32>(&[256, 256]).partition([64, 64]))
        .grid((8, 4, 1))
//            ^^^^^^^^^ error[explicit-grid]: .grid((8, 4, 1)) has to equal the partition grid (4, 4, 1); use partition_prefix to launch fewer blocks
        .sync()?;
    t5b().grid((44, 1, 1)).sync()?;
    t5b().sync()?;
//  ^^^^^ error[no-grid]: launch grid required: no `&mut` tensor gives one. Add .grid(..)
    Ok(())
}
