-- expand
-- Shown to athletes and guardians whom the person looks after.
alter table users add column phone text;
