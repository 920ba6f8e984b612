"""What `muti doctor` tries, by what it is about; and the bundle for whoever is asked for help (O7)."""
