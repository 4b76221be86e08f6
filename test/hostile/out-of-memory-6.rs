use cutile::prelude::*;

#[cutile::module]
mod kernels {
    use cutile::core::*;
    #[cutile::entry()]
    pub fn fill<const B: i32, const MAP: [i32; 2]>(
        value: f32,
        mut z: MappedPartitionMut<f32, { [B, B] }, MAP>,
    ) {
        for at in z.iter_indices() {
            let tile: Tile<f32, { [B, B] }> = value.broadcast(const_shape![B, B]);
            z.store(tile, at);
        }
    }
}

use kernels::fill;

fn main() -> Result<(), Error> {
    let z = api::zeros::<f32>(&[4294967296, 112]).sync()?.partition([16, 65]).map([3, 2], 5);
    let (_, z) = fill(1.0, z).sync()?;
    println!("{:?}", z.unpartition().to_host_vec().sync()?.first());
    Ok(())
}
