@abc;
