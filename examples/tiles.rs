// A matrix product in cuTile Rust: tensors, partitions, the grid that follows from them, and tiles.
// Hover `z`, `px`, `acc` and the call of `gemm`: what a block owns, what a load covers, how many tiles there are.
//
//   cute-lens inspect examples/tiles.rs
//   cute-lens inspect examples/tiles.rs --block 2,1,0
//   cute-lens draw examples/tiles.rs:40:z -o tiles.svg
use cutile::prelude::*;

#[cutile::module]
mod kernels {
    use cutile::core::*;

    /// One block computes one tile of `z`. `K` is bound by the extents of `x` and `y`, `BK` is given at the launch.
    #[cutile::entry()]
    pub fn gemm<E: ElementType, const BM: i32, const BN: i32, const BK: i32, const K: i32>(
        z: &mut Tensor<E, { [BM, BN] }>,
        x: &Tensor<E, { [-1, K] }>,
        y: &Tensor<E, { [K, -1] }>,
    ) {
        let px = x.partition(const_shape![BM, BK]);
        let py = y.partition(const_shape![BK, BN]);
        let pid: (i32, i32, i32) = get_tile_block_id();
        let mut acc = load_tile_mut(z);
        for k in 0i32..num_tiles(&px, 1) {
            let a = px.load([pid.0, k]);
            let b = py.load([k, pid.1]);
            acc = mma(a, b, acc);
        }
        z.store(acc);
    }
}

use kernels::gemm;

fn main() -> Result<(), Error> {
    let (m, n, k) = (256, 384, 128);
    let (bm, bn, bk) = (64, 64, 32);
    let x: Arc<Tensor<f32>> = api::ones(&[m, k]).sync()?.into();
    let y: Arc<Tensor<f32>> = api::ones(&[k, n]).sync()?.into();
    let z = api::zeros::<f32>(&[m, n]).partition([bm, bn]);
    let generics = vec!["f32".to_string(), bm.to_string(), bn.to_string(), bk.to_string(), k.to_string()];
    let (z, _x, _y) = gemm(z, x, y).generics(generics).sync()?;
    println!("{:?}", z.unpartition().to_host_vec().sync()?.first());
    Ok(())
}
