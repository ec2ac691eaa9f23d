// Gaussians writes gaussians.json: normal draws of the originals, and the functions
// that Commons Math makes them with. Run with Java 17 and commons-math-2.2.jar of
// Maven Central (org.apache.commons:commons-math:2.2):
//
//	javac -cp commons-math-2.2.jar Gaussians.java
//	java -cp commons-math-2.2.jar:. Gaussians > gaussians.json

import java.util.Random;
import java.util.function.DoubleSupplier;
import org.apache.commons.math.random.MersenneTwister;
import org.apache.commons.math.util.FastMath;

public class Gaussians {
	static final int DRAWS = 100_000;

	public static void main(String[] args) {
		System.out.printf("{\"source\": \"java.util.Random of Java %s, org.apache.commons.math.random.MersenneTwister and "
			+ "org.apache.commons.math.util.FastMath of Commons Math 2.2, by Gaussians.java\",%n\"draws\": %d,%n\"cases\": [%n",
			System.getProperty("java.version"), DRAWS);
		for (int i = 0; i < 16; i++) {
			long seed = i * 0x9E3779B97F4A7C15L + i;
			Random java = new Random(seed);
			MersenneTwister commons = new MersenneTwister();
			commons.setSeed(seed);
			System.out.printf("%s{\"seed\": \"%d\", \"java\": \"%s\", \"commons\": \"%s\"}",
				i > 0 ? ",\n" : "", seed, checksum(java::nextGaussian), checksum(commons::nextGaussian));
		}
		System.out.print("],\n\"functions\": [\n");
		String comma = "";
		double[] middles = {0x1p-52, 0.25, 0.5, 0.99, 1 - 0x1p-10, 1, Math.PI / 4, Math.PI / 2, Math.PI, 3 * Math.PI / 2, 2 * Math.PI};
		for (double middle : middles) {
			for (int away = -3; away <= 3; away++) {
				double x = Double.longBitsToDouble(Double.doubleToLongBits(middle) + away);
				System.out.printf("%s{\"x\": \"%s\", \"log\": \"%s\", \"sin\": \"%s\", \"cos\": \"%s\"}",
					comma, bits(x), bits(FastMath.log(x)), bits(FastMath.sin(x)), bits(FastMath.cos(x)));
				comma = ",\n";
			}
		}
		System.out.println("]}");
	}

	static String bits(double x) {
		return String.format("%016x", Double.doubleToLongBits(x));
	}

	// checksum is the polynomial of the draws' bits at 31, modulo 2^64.
	static String checksum(DoubleSupplier draw) {
		long sum = 0;
		for (int i = 0; i < DRAWS; i++) {
			sum = sum * 31 + Double.doubleToLongBits(draw.getAsDouble());
		}
		return String.format("%016x", sum);
	}
}
