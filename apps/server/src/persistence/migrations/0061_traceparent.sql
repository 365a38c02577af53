-- W3C trace context of the request or job that enqueued a job or mail. Null unless it is traced.
alter table jobs add column traceparent text;
alter table outgoing_mail add column traceparent text;
