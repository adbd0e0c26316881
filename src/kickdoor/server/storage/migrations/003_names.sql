-- Names of the glossary: the journal of a table, and what the server notes about itself.
ALTER TABLE deeds RENAME TO journal;
ALTER TABLE house RENAME TO server_meta;
