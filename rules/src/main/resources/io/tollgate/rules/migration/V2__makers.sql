-- Who made a token, who made the token of that one, and so on, a line each; for four eyes.
alter table token add column makers varchar(10000) default '' not null;
update token set makers = made_by;
