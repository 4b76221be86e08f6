// Persistent blocks in cuTile Rust: five blocks share 10 by 7 tiles, in groups of 3 by 2 that stay near each other.
// Hover `z`, and draw it: which block takes which tile, and in which turn.
//
//   cute-lens draw examples/persistent.rs:15:z --block 2,0,0
use cutile::prelude::*;

#[cutile::module]
mod kernels {
    use cutile::core::*;

    /// Every block fills the tiles that fall to it.
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
    let z = api::zeros::<f32>(&[160, 112]).sync()?.partition([16, 16]).map([3, 2], 5);
    let (_, z) = fill(1.0, z).sync()?;
    println!("{:?}", z.unpartition().to_host_vec().sync()?.first());
    Ok(())
}
