package session

import "riffle/internal/magic"

// Magics are all magics. In a browser %save makes no programs of cells.
func Magics() magic.Table { return magic.All }
