/** The value of a key that users write. Inherited keys such as "constructor" have none. */
export const ownValue = <Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined
