import { demoAnswer, demoRequest } from '@sherpa/contracts/demo-request'
import { plan, planList } from '@sherpa/contracts/plan'
import { problem } from '@sherpa/contracts/problem'
import { z } from 'zod'

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output' = 'output') => z.toJSONSchema(schema, { io })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const refusal = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
const header = (name: string, description: string) => ({ name, in: 'header', description, schema: { type: 'string' } })

/** OpenAPI 3.1 of what the API answers, made from the schemas that it checks with. */
export const openApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Sherpa API',
    version: '1',
    description: 'Errors are RFC 9457 problem documents with a stable `code`.',
  },
  paths: {
    '/api/demo/schedule': {
      post: {
        operationId: 'scheduleDemo',
        summary: 'Ask for a demo',
        parameters: [
          header('Idempotency-Key', 'The same key and body get the first answer again, for at least 24 hours.'),
          header('Time-Zone', 'The visitor’s IANA time zone, for the times in our mail.'),
        ],
        requestBody: { required: true, ...json(schemaOf(demoRequest, 'input')) },
        responses: {
          '201': { description: 'Accepted, and durable', ...json(schemaOf(demoAnswer)) },
          '400': refusal('Not JSON, or not readable'),
          '409': refusal('The key was used for another request'),
          '413': refusal('Too large'),
          '415': refusal('Not JSON'),
          '422': refusal('Fields are missing or wrong: `errors` says which'),
          '429': refusal('Too many requests: `Retry-After` says when to come back'),
          '503': refusal('Away for a moment: `Retry-After` says when to come back'),
        },
      },
    },
    '/api/plans': {
      get: {
        operationId: 'plans',
        summary: 'All plans',
        responses: { '200': { description: 'The plans, in order', ...json(schemaOf(planList)) } },
      },
    },
    '/api/plans/{id}': {
      get: {
        operationId: 'plan',
        summary: 'One plan',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { '200': { description: 'The plan', ...json(schemaOf(plan)) }, '404': refusal('There is none') },
      },
    },
  },
  components: { schemas: { Problem: schemaOf(problem) } },
}
