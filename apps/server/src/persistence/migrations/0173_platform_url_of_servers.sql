-- expand
-- Where people reach the platform of a server: commands print links to it.
alter table servers add column platform_url text;
