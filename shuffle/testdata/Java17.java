// Java17 writes java17.json: the bounded draws that java.util.Random has had since
// Java 17, and what is drawn after setSeed. Run with Java 17 and commons-math-2.2.jar of
// Maven Central (org.apache.commons:commons-math:2.2):
//
//	javac -cp commons-math-2.2.jar Java17.java
//	java -cp commons-math-2.2.jar:. Java17 > java17.json

import java.util.Random;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.math.random.MersenneTwister;

public class Java17 {
	static final int DRAWS = 20;
	static final long[] SEEDS = {0, 1, 42, -1, 1278800000000L, Long.MIN_VALUE};

	public static void main(String[] args) {
		System.out.printf("{\"source\": \"java.util.Random of Java %s and org.apache.commons.math.random.MersenneTwister "
			+ "of Commons Math 2.2, by Java17.java\",%n\"cases\": [%n", System.getProperty("java.version"));
		for (int i = 0; i < SEEDS.length; i++) {
			System.out.print((i > 0 ? ",\n" : "") + random(SEEDS[i]));
		}
		System.out.print("],\n\"reseeded\": [\n");
		for (int i = 0; i < SEEDS.length; i++) {
			System.out.print((i > 0 ? ",\n" : "") + reseeded(SEEDS[i]));
		}
		System.out.println("]}");
	}

	// random has each call drawn from a new generator, and after it an int that tells
	// where the generator then is.
	static String random(long seed) {
		StringJoiner s = new StringJoiner(",\n ", "{\"seed\": \"" + seed + "\",\n \"calls\": [", "]}");
		int[][] ints = {{0, 1}, {0, 6}, {1, 7}, {-5, 5}, {0, 52}, {0, 64}, {-32, 32}, {100, 100 + (1 << 30)},
			{0, (1 << 30) + 1}, {0, Integer.MAX_VALUE}, {Integer.MIN_VALUE, Integer.MAX_VALUE}, {-1500000000, 1500000000},
			{Integer.MIN_VALUE, 0}, {Integer.MAX_VALUE - 1, Integer.MAX_VALUE}};
		for (int[] b : ints) {
			s.add(call(seed, "nextInt", b[0], b[1], r -> () -> r.nextInt(b[0], b[1])));
		}
		long[][] longs = {{0, 1}, {0, 6}, {-5, 5}, {0, 1L << 40}, {-(1L << 40), 1L << 40}, {0, (1L << 40) + 1},
			{1, 10_000_000_000L}, {0, (1L << 62) + 1}, {0, Long.MAX_VALUE}, {Long.MIN_VALUE, Long.MAX_VALUE},
			{-6_000_000_000_000_000_000L, 6_000_000_000_000_000_000L}, {Long.MIN_VALUE, 0}};
		for (long[] b : longs) {
			s.add(call(seed, "nextLong", b[0], b[1], r -> () -> r.nextLong(b[0], b[1])));
			if (b[0] == 0) {
				s.add(call(seed, "nextLongN", 0, b[1], r -> () -> r.nextLong(b[1])));
			}
		}
		s.add(stream(seed, "ints", 0, 0, r -> r.ints(DRAWS).mapToObj(i -> (Long) (long) i)));
		for (int[] b : ints) {
			s.add(stream(seed, "intsRange", b[0], b[1], r -> r.ints(DRAWS, b[0], b[1]).mapToObj(i -> (Long) (long) i)));
		}
		return s.toString();
	}

	interface Draws { Supplier<Object> of(Random r); }

	static String call(long seed, String name, long low, long high, Draws draws) {
		Random r = new Random(seed);
		Supplier<Object> draw = draws.of(r);
		StringJoiner values = new StringJoiner("\", \"", "[\"", "\"]");
		for (int i = 0; i < DRAWS; i++) {
			values.add("" + draw.get());
		}
		return entry(name, low, high, values.toString(), r);
	}

	interface Streams { java.util.stream.Stream<Long> of(Random r); }

	static String stream(long seed, String name, long low, long high, Streams streams) {
		Random r = new Random(seed);
		StringJoiner values = new StringJoiner("\", \"", "[\"", "\"]");
		streams.of(r).forEachOrdered(v -> values.add("" + v));
		return entry(name, low, high, values.toString(), r);
	}

	static String entry(String name, long low, long high, String values, Random r) {
		return "{\"call\": \"" + name + "\", \"low\": \"" + low + "\", \"high\": \"" + high + "\", \"values\": " + values + ", \"next\": " + r.nextInt() + "}";
	}

	// reseeded draws an odd number of normal numbers, so that one is kept for the next
	// call, sets the seed and draws a normal number and ints.
	static String reseeded(long seed) {
		Random java = new Random(77);
		java.nextGaussian();
		java.setSeed(seed);
		StringJoiner s = new StringJoiner(",\n ", "{\"seed\": \"" + seed + "\",\n ", "}");
		s.add("\"java\": " + drawn(java.nextGaussian(), java.nextInt(), java.nextInt()));
		s.add("\"long\": " + commons(m -> m.setSeed(seed)));
		s.add("\"int\": " + commons(m -> m.setSeed((int) seed)));
		s.add("\"ints\": " + commons(m -> m.setSeed(new int[] {(int) seed, 1, -2})));
		return s.toString();
	}

	static String commons(Consumer<MersenneTwister> seed) {
		MersenneTwister m = new MersenneTwister();
		m.setSeed(77L);
		m.nextGaussian();
		seed.accept(m);
		return drawn(m.nextGaussian(), m.nextInt(), m.nextInt());
	}

	static String drawn(double normal, int first, int second) {
		return String.format("{\"gaussian\": \"%016x\", \"ints\": [%d, %d]}", Double.doubleToLongBits(normal), first, second);
	}
}
