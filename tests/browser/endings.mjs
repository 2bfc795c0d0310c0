// Clean-up of tests, last first, so that no page outlives the servers that it uses.

/** Clean-up functions of each test. */
const endings = new WeakMap();

/** Runs `end` once the test `t` is over, before all functions added earlier. Each runs, even if another one throws. */
export function endsWith(t, end) {
  const known = endings.get(t);
  if (known) {
    known.push(end);
    return;
  }
  const all = [end];
  endings.set(t, all);
  t.after(async () => {
    const failures = [];
    for (const end of all.toReversed()) {
      try {
        await end();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 1) throw new AggregateError(failures, failures.map(({ message }) => message).join("\n"));
    if (failures.length > 0) throw failures[0];
  });
}
