/** Where the server under test keeps its database and its mail. */
export const E2E_DATA = '.data/e2e'
