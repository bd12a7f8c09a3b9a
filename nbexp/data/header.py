"""What an ARFF header declares, in a recipe's terms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nbexp.data.arff import ArffAttribute, ArffFile
from nbexp.data.encode import without_missing
from nbexp.data.recipe import AttributeDecl, ClassDecl, Recipe
from nbexp.errors import DataError


def declared_by(arff: ArffFile, recipe: Recipe, missing: Sequence[str]) -> Recipe:
    """Return the recipe with the attributes and the class that the header declares.

    The class counts are those found: only the file knows them.
    """
    assert recipe.read_from_file is not None
    name = recipe.read_from_file.class_ or arff.attributes[-1].name
    by_name = {attribute.name: attribute for attribute in arff.attributes}
    if name not in by_name:
        raise DataError(
            f"{arff.table.files[0]}: found no class column {name}; the attributes are "
            f"{', '.join(by_name)}"
        )
    attributes = tuple(
        attribute_decl(attribute, arff.table.files[0])
        for attribute in arff.attributes
        if attribute.name != name
    )
    if by_name[name].kind != "nominal":
        raise DataError(f"{arff.table.files[0]}: the class {name} has no declared values")
    column = without_missing(arff.table.columns[name], missing)
    found = np.bincount(column.codes, minlength=len(column.texts))
    count = dict(zip(column.texts, found.tolist(), strict=True))
    values = by_name[name].values
    class_ = ClassDecl.model_validate(
        {"name": name, "values": values, "counts": [count.get(value, 0) for value in values]}
    )
    return recipe.model_copy(update={"attributes": attributes, "class_": class_})


def attribute_decl(attribute: ArffAttribute, file: str) -> AttributeDecl:
    """Return a header's attribute as a declaration; strings and dates have no kind."""
    if attribute.kind == "numeric":
        return AttributeDecl(name=attribute.name, kind="quantitative")
    if attribute.kind == "nominal":
        return AttributeDecl(name=attribute.name, kind="qualitative", values=attribute.values)
    raise DataError(
        f"{file}: attribute {attribute.name} is a {attribute.kind}, which is neither quantitative "
        "nor qualitative; name it under ignore"
    )
