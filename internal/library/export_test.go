package library

// Row is a row of the table, for tests.
type Row struct {
	Path, Member string
	Covers       func(member string) bool
}

// Rows are the rows of the table.
func Rows() []Row {
	var rows []Row
	for _, r := range table {
		rows = append(rows, Row{r.path, r.member, r.covers})
	}
	return rows
}
