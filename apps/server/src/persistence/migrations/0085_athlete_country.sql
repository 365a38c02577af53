-- expand
-- ISO code; null is unknown. With another country than the US, the state is any short code.
alter table athletes add column country text;
