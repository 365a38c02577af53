/** The plan counts those who are signed, and nobody else. */
export const NO_ROOM =
  'Your plan has no room for more signed athletes. Choose another stage, or ask an owner for a larger plan.'
