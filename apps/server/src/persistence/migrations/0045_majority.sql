-- An athlete comes of age by the day of their organization, which the server reckons: each organization has a job of its own.
drop function end_guardianships_of_adults(date);
