//! Reads and makes host names of a form of one's own.

use std::error::Error;
use std::io::{self, Write};

use grains::{Convention, Pattern};

fn main() -> Result<(), Box<dyn Error>> {
    let pattern = Pattern::new(
        "{region}_{service_name}_{service_node}",
        &[("cluster_name", "{region}_{service_name}"), ("dashboard", "{service_name}")],
    )?;
    let convention = Convention::new(vec![pattern]);
    let mut parts = convention.parse("eu1_shop_7.example.com").ok_or("the name has another form")?;
    parts.insert("service_node".to_owned(), "8".to_owned());
    let name = convention.host_name(&parts).ok_or("a part holds a separator")?;
    writeln!(io::stdout(), "{name} {:?}", convention.derive(&parts))?;
    Ok(())
}
