-- role.sql: the roles and the database of a house. As the superuser, once, by psql 15 or later, with both passwords in the
-- environment, where nobody else can see them:
--     KNOBEL_PASSWORD=… KNOBEL_STANDBY_PASSWORD=… psql -f role.sql
-- The house makes its tables itself. Its role owns its database and can do nothing else.
\set ON_ERROR_STOP on
\getenv password KNOBEL_PASSWORD
\getenv standby_password KNOBEL_STANDBY_PASSWORD
-- The standby that commits wait for is made later: it needs its role first.
SET synchronous_commit = local;
-- PostgreSQL's own log does not get the passwords.
SET log_statement = none;
SET log_min_duration_statement = -1;
SET log_min_duration_sample = -1;
SET log_transaction_sample_rate = 0;
SET log_min_error_statement = panic;
BEGIN;
CREATE ROLE knobel LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT 60 PASSWORD :'password';
-- The role of the standby can copy the whole database, dice and keys included: it has a password of its own.
CREATE ROLE knobel_standby LOGIN REPLICATION PASSWORD :'standby_password';
COMMIT;
CREATE DATABASE knobel OWNER knobel ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0;
REVOKE ALL ON DATABASE knobel FROM PUBLIC;
-- Takeovers need these, whatever the server is set to (postgresql.conf).
ALTER ROLE knobel IN DATABASE knobel SET idle_in_transaction_session_timeout = '2s';
ALTER ROLE knobel IN DATABASE knobel SET lock_timeout = '4s';
ALTER ROLE knobel IN DATABASE knobel SET synchronous_commit = 'on';
-- What goes along with a statement may be a secret. Only a superuser can say that it is not logged.
ALTER ROLE knobel IN DATABASE knobel SET log_parameter_max_length = 0;
ALTER ROLE knobel IN DATABASE knobel SET log_parameter_max_length_on_error = 0;
