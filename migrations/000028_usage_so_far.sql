-- What the providers of a live call were used for by its last checkpoint: it counts where the process that carried the
-- call died, and its end does not know it.
alter table calls add column usage_so_far json;
