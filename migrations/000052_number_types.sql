-- Types of numbers that may be called; null: the usual ones (src/kernel/phone-number/number-types.ts).
alter table organizations add column allowed_number_types text[];
