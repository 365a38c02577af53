-- expand
-- Whether guardians see sums of payments. Owners decide.
alter table organizations add column guardians_see_payments boolean not null default true;

-- An open objection of a guardian, which pauses signing: by (user), name, at, number (version), text. The timeline keeps closed ones.
alter table deals add column objection jsonb;
