const key = 'canopy.registers';

/**
 * Whether the chain had registers when this browser last asked. A chain without them has no Sales in its sidebar, and
 * the sidebar does not wait for an answer.
 */
export function hasRegisters(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function rememberRegisters(has: boolean): void {
  try {
    if (has) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // A browser without storage has the links of the dashboard.
  }
}
