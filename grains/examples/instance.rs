//! Prints what the metadata service says of this EC2 instance; elsewhere nobody is asked.

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

use grains::instance::{MetadataService, is_instance};

fn main() -> Result<(), Box<dyn Error>> {
    if !is_instance(Path::new("/")) {
        writeln!(io::stdout(), "this is no EC2 instance")?;
        return Ok(());
    }
    let instance = MetadataService::default().describe()?;
    writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&instance.grains())?)?;
    Ok(())
}
