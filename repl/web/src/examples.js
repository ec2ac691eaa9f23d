// What newcomers can click. The sentence says what is to be seen.

export const EXAMPLES = [
	{ says: 'Pick a lottery ticket', code: 'NewLottery(40).Pick(6)' },
	{ says: 'Deal four hands of cards', code: 'dealer := NewDealer()\ndealer.Shuffle()\ndealer.Deal(4, 5)' },
	{ says: 'Catch a shuffle that isn’t fair', code: 'fair.Exact(Naive, 3)' },
	{ says: 'See how seven riffles mix a deck', code: 'fair.RiffleCurve(52, 12)' },
	{ says: 'Throw two dice 10,000 times', code: 'trials.Run(10_000, func(rng PRNG) int {\n\treturn rng.IntN(6) + rng.IntN(6) + 2\n})' },
	{ says: 'Break Java’s generator', code: 'secret := JavaRandom(2026)\na, b := int32(secret.Uint32()), int32(secret.Uint32())\ncrack.Java(a, b)' },
]
