"""Back-up and restore of a relay: one file with the database and the state folder's files that matter (O16)."""
