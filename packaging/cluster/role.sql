-- role.sql: the role and the database of a house. As the superuser, once:
--     psql -v password=… -v standby_password=… -f role.sql
-- The house makes its tables itself. The role owns its database and can do nothing else.
CREATE ROLE knobel LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT 60 PASSWORD :'password';
CREATE DATABASE knobel OWNER knobel ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0;
REVOKE ALL ON DATABASE knobel FROM PUBLIC;
-- Takeovers need these, whatever the server is set to (postgresql.conf).
ALTER ROLE knobel IN DATABASE knobel SET idle_in_transaction_session_timeout = '2s';
ALTER ROLE knobel IN DATABASE knobel SET lock_timeout = '4s';
ALTER ROLE knobel IN DATABASE knobel SET synchronous_commit = 'on';
-- The role of the standby can copy the whole database, dice and keys included: it has a password of its own.
CREATE ROLE knobel_standby LOGIN REPLICATION PASSWORD :'standby_password';
