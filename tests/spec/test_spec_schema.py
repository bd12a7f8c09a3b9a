"""The JSON schema offers the names there are."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from jsonschema import Draft202012Validator

from nbexp.compare.wins import COMPARISONS
from nbexp.discretize.registry import method_ids
from nbexp.incremental.registry import incremental_class, incremental_ids
from nbexp.report.tables import TABLES
from nbexp.spec.schema import json_schema
from nbexp.spec.spec import Comparison, Table
from nbexp.spec.vocabulary import Vocabulary


def test_the_schema_offers_data_sets_methods_and_parameters(vocabulary: Vocabulary) -> None:
    schema = json_schema(vocabulary)
    assert json.loads(json.dumps(schema)) == schema
    assert schema["required"] == ["name", "datasets", "methods"]
    assert schema["additionalProperties"] is False
    datasets = schema["properties"]["datasets"]["items"]["anyOf"]
    assert {"iris", "wine"} <= set(datasets[0]["enum"])
    methods = schema["properties"]["methods"]["items"]["anyOf"]
    assert "ndd" in methods[0]["anyOf"][0]["enum"]
    rules = {
        rule["if"]["properties"]["discretizer"]["const"]: rule["then"]
        for rule in schema["$defs"]["MethodForm"]["allOf"]
    }
    s = rules["ffd"]["properties"]["params"]["properties"]["s"]
    assert s["default"] == 30
    assert s["anyOf"][0] == {"type": "integer", "minimum": 1}
    assert s["anyOf"][1]["type"] == "array"


@pytest.mark.parametrize("name", dict.fromkeys([*method_ids(), *incremental_ids()]))
def test_the_schema_of_a_parameter_allows_what_its_domain_does(name: str) -> None:
    for parameter in incremental_class(name).parameters:
        schema = Draft202012Validator(parameter.domain.schema())
        for value in (-1, 0, 1, 2, 3, 4, 5, 0.5, True, "all", "nothing"):
            allowed = schema.is_valid(value)
            assert allowed == (parameter.domain.check(value) is None), (parameter.name, value)


def test_the_schema_allows_one_value_for_a_list_of_one(vocabulary: Vocabulary) -> None:
    schema = json_schema(vocabulary)
    pairs = schema["$defs"]["Pairs"]["properties"]
    alone, several = pairs["against"]["anyOf"]
    assert alone["type"] == "string"
    assert several == {"type": "array", "items": alone, "minItems": 1}
    assert schema["properties"]["seeds"]["anyOf"][0]["type"] == "integer"
    table = schema["$defs"]["TableForm"]["properties"]
    assert table["metric"]["anyOf"][0]["enum"] == ["error", "bias", "variance"]
    assert schema["$defs"]["SubsetForm"]["properties"]["names"]["anyOf"][1]["type"] == "array"


def test_every_reference_in_the_schema_leads_somewhere(vocabulary: Vocabulary) -> None:
    schema = json_schema(vocabulary)

    def walk(part: object) -> None:
        if isinstance(part, dict):
            reference = part.get("$ref")
            if isinstance(reference, str):
                assert reference.removeprefix("#/$defs/") in schema["$defs"]
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(schema)
    assert "discriminator" not in json.dumps(schema)


def test_a_spec_can_ask_for_what_there_is() -> None:
    assert set(get_args(Table)) == set(TABLES)
    assert set(get_args(Comparison)) == set(COMPARISONS)
