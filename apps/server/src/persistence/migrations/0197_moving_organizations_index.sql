-- expand
create index concurrently organizations_moving on organizations (id) where moving_to is not null;
