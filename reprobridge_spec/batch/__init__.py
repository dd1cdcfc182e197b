"""Many artifacts at once: found, checked in processes of their own, kept in a journal, counted."""
