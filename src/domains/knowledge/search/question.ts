/** A question to the knowledge of an organization. */
export interface KnowledgeQuestion {
  organizationId: string;
  /** The sources to search. */
  sourceIds: readonly string[] | 'all';
  /** As a person says or writes it. Its first 1,000 characters count. */
  query: string;
  /** The language of the question (BCP 47). Sources in another language come behind. Null: unknown. */
  language: string | null;
  /** The most chunks to return. */
  limit: number;
}
