//go:build !js || riffle_all

package shim

import (
	"encoding/xml"
	"fmt"
)

// MarshalXML fails.
func (k knot) MarshalXML(*xml.Encoder, xml.StartElement) error { return fmt.Errorf("xml: %w", errKnot) }
