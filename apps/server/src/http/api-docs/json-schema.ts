/** Subset of JSON Schema that the contracts use. */
export type JsonSchema = {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean | null
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export const typesOf = ({ type = [] }: JsonSchema) => [type].flat()
